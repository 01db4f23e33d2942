"""`python -m tests.node` installs the packages, so that the tests find them; with words behind it, it is npm."""

import sys

from tests.node.tooling import NPM, node, ready

if sys.argv[1:]:
    print(node(str(NPM), *sys.argv[1:], within=300))
else:
    ready()
