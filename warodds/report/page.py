"""How a document looks on paper, in typst's own language.

The document comes in as JSON, so that no text of it is ever read as markup: `sys.inputs.document`
holds title, lines and blocks.
"""

PAGE = r"""
#let doc = json(bytes(sys.inputs.document))

#set document(title: doc.title, author: "warodds report", date: none)
#set page(
  paper: "a4",
  flipped: true,
  margin: (x: 15mm, top: 15mm, bottom: 18mm),
  footer: context {
    set text(size: 8pt)
    grid(
      columns: (1fr, auto),
      doc.title, [#counter(page).display() of #counter(page).final().first()],
    )
  },
)
// Without ligatures "--format" stays two hyphens, and every word can be searched and copied.
#set text(
  font: "Libertinus Serif",
  size: 10pt,
  lang: "en",
  number-width: "tabular",
  ligatures: false,
)
#set par(justify: false)
#show heading.where(level: 1): it => {
  block(above: 1.8em, below: 1em, sticky: true, text(size: 15pt, it.body))
}
#show heading.where(level: 2): it => {
  block(above: 1.5em, below: 0.9em, sticky: true, text(size: 12pt, it.body))
}

// A line of prose is kept to a length that can be read; tables use the whole width.
#let prose(body) = block(width: 190mm, body)

#let cells(data, size) = {
  set text(size: size)
  table(
    columns: data.flush.len(),
    align: (column, row) => if data.flush.at(column) == "l" { left } else { right },
    inset: (x: 5pt, y: 2.6pt),
    stroke: none,
    table.header(
      table.hline(stroke: 0.8pt),
      ..data.headings.map(strong),
      table.hline(stroke: 0.5pt),
    ),
    ..data
      .rows
      .map(row => if row.at(0) == "total" {
        (table.hline(stroke: 0.3pt), ..row.map(strong))
      } else { row })
      .flatten(),
    table.hline(stroke: 0.8pt),
  )
}

// A table is set in the largest type, up to 9.5pt, in which it fits the page without broken lines;
// what would need less than 6.5pt has its lines broken instead. A short one stays on one page.
#let fitted(data) = layout(area => {
  let trial = 10pt
  let insets = data.flush.len() * 10pt
  let letters = measure(cells(data, trial)).width - insets
  let size = calc.clamp(trial * ((area.width - insets) / letters) / 1pt, 6.5, 9.5) * 1pt
  block(breakable: data.rows.len() > 20, cells(data, size))
})

#let caption(body) = block(above: 1.4em, below: 0.6em, sticky: true, strong(body))

#text(size: 20pt, strong(doc.title))

#prose(doc.lines.map(line => [#line]).join(linebreak()))

#outline(depth: 2, indent: 1.5em, title: text(size: 12pt)[Contents])
#pagebreak()

#for block in doc.blocks {
  if block.kind == "heading" {
    heading(level: block.depth, block.number + ". " + block.text)
  } else if block.kind == "items" {
    prose(list(..block.texts))
  } else if block.kind == "table" {
    caption(block.caption)
    fitted(block)
  } else if block.kind == "chart" {
    caption(block.caption)
    image(bytes(block.svg), format: "svg", width: 165mm, alt: block.caption)
  } else {
    prose(par(block.text))
  }
}
"""
