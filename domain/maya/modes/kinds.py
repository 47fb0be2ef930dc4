"""The kinds of mode there are."""

from __future__ import annotations

from domain.maya.modes.base import KINDS
from domain.maya.modes.headhunters import Headhunters
from domain.maya.modes.siege import Siege

KINDS.update(siege=Siege(), headhunters=Headhunters())
