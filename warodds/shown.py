"""Results that show themselves: as a table in a notebook, and as text when printed.

How a result looks is the front ends' business (`show/`), far to the right of where results are
made. The import below is therefore the only one against the direction of the layers, and it
happens when somebody looks, not when somebody computes.
"""

from __future__ import annotations


class Shown:
    """A result that a front end knows how to show."""

    __slots__ = ()

    def __str__(self) -> str:
        return self._rendered("text")

    def _repr_html_(self) -> str:
        return self._rendered("html")

    def _rendered(self, form: str) -> str:
        from warodds.show import present

        return present(self).render(form)

    def _last_line(self) -> str:
        """Return the verdict that stands last, where a result has one."""
        from warodds.show import present

        return present(self).verdict
