"""Small frozen records, and a fast way to make a changed copy of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import attrs

R = TypeVar("R")

if TYPE_CHECKING:
    # The type checker then knows the fields of a record, and the names that `evolve` takes.
    from attrs import evolve as evolve
    from attrs import frozen as record
else:

    def record(cls: type) -> type:
        """A frozen attrs class whose instances are cheap to copy with changes."""
        # Kept in a __dict__ (no slots): copying one dict costs a fraction of setting each slot of a frozen class.
        return attrs.define(cls, frozen=True, slots=False)

    def evolve(instance: Any, **changes: Any) -> Any:
        """A copy of a record with some fields changed; a draft is changed itself."""
        cls = instance.__class__
        if cls in _RECORD_OF:
            instance.__dict__.update(changes)
            return instance
        copy = _blank(cls)
        # One merged dict put in place costs less than filling the copy's own.
        _set(copy, "__dict__", instance.__dict__ | changes)
        return copy

    _blank = object.__new__
    _set = object.__setattr__


# The classes of drafts, made when first asked for: `evolve` knows one by its being listed here, which costs it least.
_RECORD_OF: dict[type[Any], type[Any]] = {}
_DRAFT_OF: dict[type[Any], type[Any]] = {}


def drafted(instance: R) -> R:
    """A copy which `evolve` changes in place, for one who alone holds it; `settled` makes a record of it again."""
    cls = instance.__class__
    draft = _DRAFT_OF.get(cls)
    if draft is None:
        draft = _DRAFT_OF[cls] = type(f"{cls.__name__}Draft", (cls,), {})
        _RECORD_OF[draft] = cls
    return _copied(instance, draft)  # type: ignore[no-any-return]


def settled(draft: R) -> R:
    """The record that a draft has become, whatever happens to the draft later; a record is one already."""
    cls = _RECORD_OF.get(draft.__class__)
    return draft if cls is None else _copied(draft, cls)


def _copied(instance: Any, cls: type[Any]) -> Any:
    copy = object.__new__(cls)
    copy.__dict__.update(instance.__dict__)
    return copy


__all__ = ["drafted", "evolve", "record", "settled"]
