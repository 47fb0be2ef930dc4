"""What is remembered by object is right whatever became of other objects."""

from __future__ import annotations

from domain.kernel.memory import Memory


def test_an_answer_belongs_to_the_very_object() -> None:
    memory: Memory[str] = Memory(10)
    first, equal = [1], [1]
    assert memory.keep(first, "first") == "first"
    assert memory.get(first) == "first"
    assert memory.get(equal) is None


def test_an_object_that_is_gone_leaves_no_answer_to_its_successor() -> None:
    memory: Memory[int] = Memory(1_000)
    for number in range(500):  # each list may well lie where the one before lay
        passing = [number]
        assert memory.get(passing) is None
        memory.keep(passing, number)


def test_a_full_memory_starts_afresh() -> None:
    memory: Memory[int] = Memory(2)
    things = [[number] for number in range(3)]
    for number, thing in enumerate(things):
        memory.keep(thing, number)
    assert [memory.get(thing) for thing in things] == [None, None, 2]
