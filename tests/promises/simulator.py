"""The host simulator: what an operator sees before any user does."""

PROMISES = {
    "SIM-1": "Presets of hosts are dated data; one sets every switch, and each switch can then be moved by itself",
    "SIM-2": "What the simulated host advertises it enforces: nothing else is answered, in either dialect",
    "SIM-3": "window.openai is played for real, inside the sandbox, alone or beside MCP Apps",
    "SIM-4": "The simulator names every text on screen that is neither in the result nor a label of the widget",
    "SIM-5": "The address holds the whole state, and alone it makes no call that writes",
    "SIM-6": "A sample conversation can be replayed, the user's part in the widget included",
    "SIM-7": "Every host, widget, action and fault leaves the user a way on, without a violation or an error in the console",
    "SIM-8": "A widget can't get out of the sandbox, and no message but the sandbox's and the host's counts",
    "SIM-9": "What the simulator and a widget say to each other, both ways, holds against ext-apps' own schema",
}
