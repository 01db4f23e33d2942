import pytest

from catalog.listings.employment import employment_type_of, seniority_of, workplace_of

WORKPLACES = [
    (("Hybrid",), "Austin, TX", "", "hybrid"),
    (("ON_SITE",), "", "", "onsite"),
    (("OnSite",), "", "", "onsite"),
    (("TELECOMMUTE",), "", "", "remote"),
    (("true",), "", "", "remote"),
    (("false",), "", "", "unknown"),
    (("unspecified", "Remote"), "", "", "remote"),
    (("Fully Remote",), "", "", "remote"),
    (("No remote",), "", "", "onsite"),
    ((), "Remote - US", "", "remote"),
    ((), "Berlin (Homeoffice)", "", "remote"),
    ((), "Austin (Hybrid)", "", "hybrid"),
    ((), "Austin", "Barista (Remote)", "remote"),
    ((), "", "Engineer – Remote", "remote"),
    ((), "", "Remote Sensing Engineer", "unknown"),
    ((), "", "Technician, Remote Support", "unknown"),
    ((), "Austin", "Barista", "unknown"),
]


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(("fields", "place", "title", "workplace"), WORKPLACES)
def test_a_workplace_is_told_by_fields_then_place_then_title(
    fields: tuple[str, ...], place: str, title: str, workplace: str
) -> None:
    assert workplace_of(fields, place, title) == workplace


TYPES = {
    "FULL_TIME": "full_time",
    "Full-time": "full_time",
    "fulltime": "full_time",
    "FullTime": "full_time",
    "Vollzeit": "full_time",
    "permanent": "full_time",
    "Permanent contract": "full_time",
    "CDI": "full_time",
    "Regular": "full_time",
    "PART_TIME": "part_time",
    "Part time": "part_time",
    "Teilzeit": "part_time",
    "Permanent, part-time": "full_time",
    "permanent part time": "part_time",
    "CONTRACTOR": "contract",
    "Freelance": "contract",
    "contract": "contract",
    "TEMPORARY": "temporary",
    "Seasonal": "temporary",
    "befristet": "temporary",
    "unbefristet": "full_time",
    "INTERN": "internship",
    "Praktikum": "internship",
    "Werkstudent": "internship",
    "OTHER": "unknown",
    "": "unknown",
}


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(("raw", "kind"), TYPES.items())
def test_an_employment_type_is_one_of_ours_in_whatever_words(raw: str, kind: str) -> None:
    assert employment_type_of(raw) == kind


def test_only_an_internship_is_read_from_the_title() -> None:
    assert employment_type_of("", title="Marketing Intern") == "internship"
    assert employment_type_of("", title="Internal Auditor") == "unknown"
    assert employment_type_of("Full-time", title="Marketing Intern") == "full_time"


LEVELS = {
    "Senior Barista": "senior",
    "Sr. Engineer": "senior",
    "Junior Developer": "entry",
    "Graduate Engineer": "entry",
    "Lead Cook": "lead",
    "Staff Software Engineer": "lead",
    "Principal Scientist": "lead",
    "Store Manager": "manager",
    "Senior Manager": "manager",
    "Product Manager": "",
    "Director of Nursing": "executive",
    "VP Sales": "executive",
    "Executive Assistant": "",
    "Assistant to the Director": "",
    "Engineer II": "mid",
    "Staff Nurse": "",
    "Barista": "",
    "": "",
}


@pytest.mark.promise("LIST-12")
@pytest.mark.parametrize(("title", "level"), LEVELS.items())
def test_a_level_is_read_from_the_title(title: str, level: str) -> None:
    assert seniority_of(title) == level


def test_the_feeds_own_level_goes_before_the_title() -> None:
    assert (
        seniority_of("Barista", "Mid-Senior level") == "mid" or seniority_of("Barista", "Mid-Senior level") == "senior"
    )
    assert seniority_of("Senior Barista", "Entry level") == "entry"
