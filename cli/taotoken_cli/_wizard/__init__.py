"""`taotoken setup` for a person at a terminal: one question after another, each answer tried at once.

It only finds the answers. Planning, showing, writing and testing are those of the flags, in `_setup`.
"""
