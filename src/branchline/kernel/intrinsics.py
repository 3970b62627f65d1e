"""What compiled code does in place of a rule marked `@native`: one instruction of the processor.

Only `jit` imports this module, when something is compiled.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.errors import NumbaTypeError
from numba.extending import intrinsic


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def lowest_bit(context: Any, bits: Any) -> Any:
    """Count trailing zeros."""
    if not isinstance(bits, types.Integer):
        raise NumbaTypeError(f"lowest_bit needs a whole number, not {bits}.")

    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = ir.Constant(ir.IntType(1), 1)
        return builder.cttz(arguments[0], never_zero)

    return bits(bits), emit
