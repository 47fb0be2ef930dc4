"""Conditions on a state, as a developer writes them: `table.sphere.power > 20 and len(table.deck) == 0`.

A condition is read as a Python expression and worked out step by step here; nothing is compiled or run. It may name
what it is given, ask for fields that do not begin with an underscore, compare, count, and loop over what is there.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

LENGTH_MAX = 2_000
STEPS_MAX = 200_000  # a condition that takes longer is not about one table
NUMBER_MAX = 1 << 64
LENGTH_MADE_MAX = 100_000  # of a text or a list that a condition puts together
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "bool": bool,
    "enumerate": lambda things: list(enumerate(things)),
    "int": int,
    "len": len,
    "list": list,
    "max": max,
    "min": min,
    "set": frozenset,
    "sorted": sorted,
    "str": str,
    "sum": sum,
    "tuple": tuple,
    "zip": lambda *things: list(zip(*things, strict=False)),
}
METHODS = frozenset({"count", "endswith", "get", "index", "items", "keys", "startswith", "values"})
_COMPARE: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda one, other: one in other,
    ast.NotIn: lambda one, other: one not in other,
}
_RECKON: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}
_UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.Not: operator.not_,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
}


class BadCondition(Exception):
    """Text that is no condition; the sentence says what cannot be in one."""


class Condition:
    """A condition, read once and asked of many states."""

    def __init__(self, text: str) -> None:
        self.text = text.strip()
        if len(text) > LENGTH_MAX:
            raise BadCondition(f"a condition has at most {LENGTH_MAX} characters")
        try:
            self._tree = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise BadCondition(f"{text!r:.80} is no expression: {error}") from None
        for node in ast.walk(self._tree):
            _check(node)

    def check_names(self, names: Collection[str]) -> None:
        """BadCondition if it asks, anywhere, for something that it will not be given."""
        found = [node for node in ast.walk(self._tree) if isinstance(node, ast.Name)]
        bound = {node.id for node in found if isinstance(node.ctx, ast.Store)}
        for node in found:
            if node.id not in bound and node.id not in names and node.id not in FUNCTIONS:
                raise BadCondition(f"a condition knows {', '.join(names)}, not {node.id:.80}")

    def holds(self, names: Mapping[str, Any]) -> bool:
        """Whether it is so; what cannot be worked out in a state (a field of nothing, say) is not so."""
        try:
            return bool(self.value(names))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return False

    def trouble(self, names: Mapping[str, Any]) -> str | None:
        """Why it cannot be worked out in a state, where it cannot."""
        try:
            self.value(names)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            return f"{type(error).__name__}: {error}"
        return None

    def value(self, names: Mapping[str, Any]) -> Any:
        """What the expression comes to; raises what working it out raises."""
        return _Reading(names).of(self._tree)


def _check(node: ast.AST) -> None:
    match node:
        case ast.Attribute(attr=name) if name.startswith("_"):
            raise BadCondition(f"a condition may not ask for {name}")
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            pass
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
            pass
        case ast.Call():
            raise BadCondition(f"a condition may call {', '.join([*FUNCTIONS, *sorted(METHODS)])}, nothing else")
        case ast.BinOp(op=op) if type(op) not in _RECKON:
            raise BadCondition(f"a condition does not reckon with {type(op).__name__}")
        case ast.UnaryOp(op=op) if type(op) not in _UNARY:
            raise BadCondition(f"a condition does not reckon with {type(op).__name__}")
        case ast.Constant(value=value) if not isinstance(value, str | int | None):
            raise BadCondition(f"a condition holds no {value!r:.40}")
        case _ if not isinstance(node, _KNOWN):
            raise BadCondition(f"a condition has no {type(node).__name__}")
        case _:
            pass


_KNOWN = (
    ast.Attribute,
    ast.BinOp,
    ast.BoolOp,
    ast.Call,
    ast.Compare,
    ast.Constant,
    ast.Dict,
    ast.GeneratorExp,
    ast.IfExp,
    ast.List,
    ast.ListComp,
    ast.Name,
    ast.SetComp,
    ast.Set,
    ast.Slice,
    ast.Subscript,
    ast.Tuple,
    ast.UnaryOp,
    ast.boolop,
    ast.cmpop,
    ast.comprehension,
    ast.expr_context,
    ast.operator,
    ast.unaryop,
)


class _Reading:
    """One working out of an expression, with so many steps left."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self.names = dict(names)
        self.left = STEPS_MAX

    def of(self, node: ast.expr | None) -> Any:
        self.left -= 1
        if self.left < 0:
            raise ValueError("this takes too long")
        match node:
            case None:
                return None
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                if name not in self.names:
                    raise BadCondition(f"a condition knows {', '.join(self.names)}, not {name}")
                return self.names[name]
            case ast.Attribute(value=of, attr=name):
                return getattr(self.of(of), name)
            case ast.Subscript(value=of, slice=ast.Slice(lower=low, upper=high, step=step)):
                return self.of(of)[self.of(low) : self.of(high) : self.of(step)]
            case ast.Subscript(value=of, slice=place):
                return self.of(of)[self.of(place)]
            case ast.BoolOp(op=ast.And(), values=values):
                return all(self.of(value) for value in values)
            case ast.BoolOp(values=values):
                return any(self.of(value) for value in values)
            case ast.Compare():
                return self._compared(node)
            case ast.BinOp(left=left, op=op, right=right):
                return self._reckoned(type(op), self.of(left), self.of(right))
            case ast.UnaryOp(op=op, operand=operand):
                return _UNARY[type(op)](self.of(operand))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.of(body) if self.of(test) else self.of(other)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                # What is in a state are tuples, so that (1, 2) and [1, 2] mean the same.
                return self._weighed(tuple([self.of(item) for item in items]))
            case ast.Set(elts=items):
                return self._weighed(frozenset([self.of(item) for item in items]))
            case ast.Dict(keys=keys, values=values):
                return self._weighed({self.of(key): self.of(value) for key, value in zip(keys, values, strict=True)})
            case ast.GeneratorExp(elt=item, generators=loops) | ast.ListComp(elt=item, generators=loops):
                return self._weighed(tuple(self._looped(item, loops)))
            case ast.SetComp(elt=item, generators=loops):
                return self._weighed(frozenset(list(self._looped(item, loops))))
            case ast.Call():
                return self._called(node)
            case _:
                raise BadCondition(f"a condition has no {type(node).__name__}")

    def _weighed(self, value: Any) -> Any:
        """A value that was put together: what is in it counts as steps, as often as it is in it.

        So nothing doubles from list to list, which would take ever longer to compare or to write out.
        """
        waiting = [value]
        while waiting:
            thing = waiting.pop()
            self.left -= 1 + (len(thing) // 64 if isinstance(thing, str) else 0)
            if self.left < 0:
                raise ValueError("this takes too long")
            if isinstance(thing, dict):
                waiting += [*thing, *thing.values()]
            elif isinstance(thing, tuple | list | frozenset):
                waiting += thing
        return value

    def _compared(self, node: ast.Compare) -> bool:
        one = self.of(node.left)
        for op, right in zip(node.ops, node.comparators, strict=True):
            other = self.of(right)
            if not _COMPARE[type(op)](one, other):
                return False
            one = other
        return True

    def _reckoned(self, op: type[ast.operator], one: Any, other: Any) -> Any:
        if op in (ast.Mult, ast.Mod) and not (isinstance(one, int) and isinstance(other, int)):
            raise TypeError("only numbers are multiplied")
        for sized in (one, other):
            if isinstance(sized, str | tuple | list | dict | frozenset) and len(sized) > LENGTH_MADE_MAX // 2:
                raise ValueError("this becomes too long")
        result = self._weighed(_RECKON[op](one, other))
        if isinstance(result, int) and abs(result) > NUMBER_MAX:
            raise ValueError("the number is too large")
        return result

    def _looped(self, item: ast.expr, loops: list[ast.comprehension]) -> Iterator[Any]:
        if not loops:
            yield self.of(item)
            return
        first, *rest = loops
        before = dict(self.names)
        for thing in self.of(first.iter):
            self._bind(first.target, thing)
            if all(self.of(test) for test in first.ifs):
                yield from self._looped(item, rest)
        self.names = before

    def _bind(self, target: ast.expr, value: Any) -> None:
        match target:
            case ast.Name(id=name):
                self.names[name] = value
            case ast.Tuple(elts=targets):
                for part, of in zip(targets, value, strict=True):
                    self._bind(part, of)
            case _:
                raise BadCondition("a loop names what it goes over")

    def _called(self, node: ast.Call) -> Any:
        arguments = [self.of(argument) for argument in node.args]
        if isinstance(node.func, ast.Name):
            return self._weighed(FUNCTIONS[node.func.id](*arguments))
        assert isinstance(node.func, ast.Attribute), "checked when it was read"
        return getattr(self.of(node.func.value), node.func.attr)(*arguments)
