"""One way to build a game in tests: a rule text from the template's own parts."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

from warodds import Rules, load
from warodds.rules import TEMPLATE

MAIN = {
    "higher": "1 to 1",
    "lower": "lose",
    "surrender": "lose 1/2",
    "war_higher": "push",
    "war_tie": "push",
    "war_lower": "lose",
}
WAR = {"war_higher": "1 to 1", "war_tie": "2 to 1", "war_lower": "lose"}


def toml(
    main: dict[str, str] | None = None,
    war: dict[str, str] | None = None,
    decks: str = "permitted = [1, 2, 3, 4, 5, 6, 7, 8]",
    burn: tuple[int, int] = (3, 0),
    more: str = "",
) -> str:
    """A house's rule file: payouts of the main and the war wager, decks, burn, and any more."""
    return "\n".join(
        [
            'name = "House"\n[source]\ntitle = "House rules"',
            f"[decks]\n{decks}",
            f"[war]\nburn_before_player = {burn[0]}\nburn_before_dealer = {burn[1]}",
            '[[wager]]\nid = "main"\nname = "Main"\nrole = "main"',
            _pays(MAIN if main is None else main),
            '[[wager]]\nid = "war"\nname = "War"\nrole = "war"',
            _pays(WAR if war is None else war),
            more,
        ]
    )


def side(wager_id: str, deal: str, on: str, pays: dict[str, str]) -> str:
    """A side wager's part of a rule file."""
    start = f'[[wager]]\nid = "{wager_id}"\nname = "{wager_id}"\ndeal = "{deal}"\non = "{on}"'
    return f"{start}\n{_pays(pays)}"


def house(folder: Path, text: str) -> Rules:
    """The rules of a file with this text."""
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")


def evaluated(expression: str, **symbols: int | Fraction) -> Fraction:
    """The value of an expression as a reader of the JSON would find it, in rational arithmetic."""
    exact = re.sub(r"\d+", r"Fraction(\g<0>)", expression)
    known = {name: Fraction(value) for name, value in symbols.items()}
    value: Fraction = eval(exact, {"__builtins__": {}, "Fraction": Fraction}, known)
    return value


def _pays(pays: dict[str, str]) -> str:
    return "\n".join(["[wager.pays]", *(f'{event} = "{odds}"' for event, odds in pays.items())])
