"""Straight-line programs: formulas as named steps, their common parts shared, written as C++ and counted.

A program computes outputs in levels, value, gradient, Hessian, of which each needs those before it. A level is a slice
of the one program, so what two levels both compute they compute in the same steps, to the same bits.
"""
from __future__ import annotations

from dataclasses import dataclass, field

import sympy
from sympy.core.sorting import default_sort_key

KINDS = ("additions", "multiplications", "divisions", "functions")


@dataclass
class Program:
    """Named steps, then outputs in levels. Steps may be added in any order that defines before it uses."""

    steps: dict[sympy.Symbol, sympy.Expr] = field(default_factory=dict)
    levels: list[list[sympy.Expr]] = field(default_factory=list)

    def scalar(self, name: str, value) -> sympy.Symbol:
        symbol = sympy.Symbol(name, real=True)
        if symbol in self.steps:
            raise ValueError(f"{name} is defined twice")
        self.steps[symbol] = sympy.sympify(value)
        return symbol

    def vector(self, name: str, value: sympy.Matrix) -> sympy.Matrix:
        return sympy.Matrix([self.scalar(f"{name}_{axis}", part) for axis, part in zip("xyz", value)])

    def shared(self) -> Program:
        """The same program with every common part computed once."""
        everything = [*self.steps.values(), *(output for level in self.levels for output in level)]
        taken = set(self.steps).union(*(value.free_symbols for value in everything))
        names = sympy.numbered_symbols("c", exclude=taken, real=True)
        common, rest = sympy.cse(everything, symbols=names, order="canonical")
        steps = dict(common) | dict(zip(self.steps, rest))
        rest = rest[len(self.steps):]
        # A step that turned out to be another one's common part is that part's name.
        names = {value: name for name, value in steps.items() if value in steps and name in self.steps}
        steps = {names.get(symbol, symbol): value.xreplace(names) for symbol, value in steps.items()
                 if symbol not in names.values()}
        rest = [value.xreplace(names) for value in rest]
        program = Program(steps)
        for level in self.levels:
            program.levels.append(rest[:len(level)])
            rest = rest[len(level):]
        return program

    def slice(self, levels: int) -> list[tuple[sympy.Symbol, sympy.Expr]]:
        """The steps that the first levels need, each after those that it needs itself."""
        ordered: dict[sympy.Symbol, sympy.Expr] = {}

        def need(expression: sympy.Expr) -> None:
            for symbol in sorted(expression.free_symbols, key=default_sort_key):
                if symbol in self.steps and symbol not in ordered:
                    need(self.steps[symbol])
                    ordered[symbol] = self.steps[symbol]

        for level in self.levels[:levels]:
            for output in level:
                need(output)
        return list(ordered.items())

    def count(self, levels: int) -> Operations:
        values = [value for _, value in self.slice(levels)]
        return sum(map(operations, values + [output for level in self.levels[:levels] for output in level]),
                   Operations())


@dataclass(frozen=True)
class Operations:
    additions: int = 0
    multiplications: int = 0
    divisions: int = 0
    functions: int = 0

    def __add__(self, other: Operations) -> Operations:
        return Operations(*(getattr(self, kind) + getattr(other, kind) for kind in KINDS))

    def __mul__(self, times: int) -> Operations:
        return Operations(*(times * getattr(self, kind) for kind in KINDS))

    def total(self) -> int:
        return sum(getattr(self, kind) for kind in KINDS)


def operations(expression: sympy.Expr, known: dict | None = None) -> Operations:
    """What it takes to evaluate the expression as it is written: every part as often as it stands there.

    Signs are free, as a sum subtracts instead; a square root is a function; x^n takes n - 1 multiplications.
    """
    known = {} if known is None else known
    if expression in known:
        return known[expression]
    result = sum((operations(part, known) for part in expression.args), Operations())
    if expression.is_Add:
        result += Operations(additions=len(expression.args) - 1)
    elif expression.is_Mul:
        above, below = numerator_and_denominator(expression)
        factors = [part for part in above if part not in (1, -1)]
        # All factors 1/x together are one division.
        result = sum((operations(part, known) for part in factors + below), Operations())
        result += Operations(multiplications=max(len(factors) - 1, 0) + max(len(below) - 1, 0),
                             divisions=1 if below else 0)
    elif expression.is_Pow:
        base, exponent = expression.args
        result = operations(base, known)
        if exponent < 0:
            result += Operations(divisions=1)
        whole, half = divmod(abs(sympy.Rational(exponent)), 1)
        result += Operations(multiplications=max(int(whole) - 1, 0) + (1 if whole and half else 0),
                             functions=1 if half else 0)
    elif expression.is_Function:
        result += Operations(functions=1)
    known[expression] = result
    return result


def numerator_and_denominator(product: sympy.Mul) -> tuple[list[sympy.Expr], list[sympy.Expr]]:
    above, below = [], []
    for factor in product.args:
        if factor.is_Pow and factor.exp.is_Rational and factor.exp < 0:
            below.append(factor.base ** -factor.exp)
        elif factor.is_Rational and factor.q != 1 and factor.q & (factor.q - 1):
            raise ValueError(f"{factor} has no exact double")
        else:
            above.append(factor)
    return above, below


def cpp(expression: sympy.Expr) -> str:
    """The expression as C++, with products for powers."""
    if expression.is_Symbol:
        return expression.name
    if expression.is_Rational:
        return repr(float(expression))
    if expression.is_Add:
        terms = sorted(expression.args, key=lambda term: (term.could_extract_minus_sign(), default_sort_key(term)))
        text = cpp(terms[0])
        for term in terms[1:]:
            text += f" - {factor_cpp(-term)}" if term.could_extract_minus_sign() else f" + {cpp(term)}"
        return text
    if expression.is_Mul:
        return product_cpp(expression)
    if expression.is_Pow:
        return power_cpp(*expression.args)
    if expression.is_Function:
        return f"std::{expression.func.__name__}({', '.join(map(cpp, expression.args))})"
    raise ValueError(f"no C++ for {expression}")


def factor_cpp(expression: sympy.Expr) -> str:
    return f"({cpp(expression)})" if expression.is_Add else cpp(expression)


def product_cpp(product: sympy.Mul) -> str:
    above, below = numerator_and_denominator(product)
    sign = "-" if any(factor.is_Rational and factor < 0 for factor in above) else ""
    factors = [abs(factor) if factor.is_Rational else factor for factor in above]
    factors = sorted((factor for factor in factors if factor != 1), key=default_sort_key)
    text = " * ".join(map(factor_cpp, factors)) or "1.0"
    if not below:
        return sign + text
    return f"{sign}{text} / {divisor_cpp(sympy.Mul(*below))}"


def divisor_cpp(expression: sympy.Expr) -> str:
    text = cpp(expression)
    return text if expression.is_Symbol or text.startswith("std::sqrt") else f"({text})"


def power_cpp(base: sympy.Expr, exponent: sympy.Expr) -> str:
    if exponent == sympy.Rational(1, 2):
        return f"std::sqrt({cpp(base)})"
    if exponent < 0:
        return f"1.0 / {divisor_cpp(base ** -exponent)}"
    if not (base.is_Symbol and exponent.is_Integer):
        raise ValueError(f"give {base} a name before it is raised to {exponent}")
    return " * ".join([base.name] * int(exponent))
