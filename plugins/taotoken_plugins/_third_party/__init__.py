"""Tools that others declare: found by their entry points, used only once enabled, never trusted to behave."""
