"""What the demo's invented job market promises."""

PROMISES = {
    "DEMO-1": "The demo's feeds come from a seed alone: the committed files are the generator's output, byte for byte.",
    "DEMO-2": "The demo is large and varied enough to search: listings, cities, countries, industries, occupations, pay.",
    "DEMO-3": "A dozen and more barista jobs in and around Austin can be told apart by what they offer.",
    "DEMO-4": "The same title can be compared over eight and more US cities at different pay.",
    "DEMO-5": "The demo holds what real feeds hold: several cities, remote and hybrid work, reposts, hostile texts.",
    "DEMO-6": "Nothing in the demo leads to a real company: every link is https under a reserved domain.",
}
