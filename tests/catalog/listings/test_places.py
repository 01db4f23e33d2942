"""What people and feeds write for a place, and what it means. GeoNames' real cities, a real PostgreSQL."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.listings.places import PlaceResolver, resolve_location_text, resolve_place

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("places")]

CITIES = {
    "Austin, TX": "Austin, TX, United States",
    "Austin": "Austin, TX, United States",
    "austin texas": "Austin, TX, United States",
    "AUSTIN TX": "Austin, TX, United States",
    "Austin, Texas, USA": "Austin, TX, United States",
    "Austin, TX 78701-1234": "Austin, TX, United States",
    "123 Congress Ave, Austin, TX 78701": "Austin, TX, United States",
    "US-TX-Austin": "Austin, TX, United States",
    "United States - Texas - Austin": "Austin, TX, United States",
    "Austin (Hybrid)": "Austin, TX, United States",
    "Austin, MN": "Austin, MN, United States",
    "Round Rock, TX 78664": "Round Rock, TX, United States",
    "Berlin": "Berlin, Germany",
    "10115 Berlin": "Berlin, Germany",
    "Berlin, Deutschland": "Berlin, Germany",
    "München": "Munich, Bavaria, Germany",
    "Munich, Germany": "Munich, Bavaria, Germany",
    "Muenchen": "Munich, Bavaria, Germany",
    "Köln, NRW": "Köln, North Rhine-Westphalia, Germany",
    "Frankfurt": "Frankfurt am Main, Hesse, Germany",
    "Wien": "Vienna, Austria",
    "Zürich": "Zürich, Switzerland",
    "London": "London, England, United Kingdom",
    "London, UK": "London, England, United Kingdom",
    "London EC1A 1BB": "London, England, United Kingdom",
    "Greater London": "London, England, United Kingdom",
    "London, Ontario": "London, ON, Canada",
    "Toronto, CA": "Toronto, ON, Canada",
    "Toronto, ON M5V 2T6": "Toronto, ON, Canada",
    "San Francisco Bay Area": "San Francisco, CA, United States",
    "San Jose CA": "San Jose, CA, United States",
    "San Jose, Costa Rica": "San José, Costa Rica",
    "NYC": "New York City, NY, United States",
    "New York": "New York City, NY, United States",
    "New York, NY": "New York City, NY, United States",
    "New York New York": "New York City, NY, United States",
    "New York, United States": "New York City, NY, United States",
    "Washington, DC": "Washington, DC, United States",
    "Washington D.C.": "Washington, DC, United States",
    "DC": "Washington, DC, United States",
    "Paris": "Paris, Île-de-France, France",
    "Paris, TX": "Paris, TX, United States",
    "Paris Texas": "Paris, TX, United States",
    "Portland": "Portland, OR, United States",
    "Portland, ME": "Portland, ME, United States",
    "Cambridge": "Cambridge, England, United Kingdom",
    "Cambridge, MA": "Cambridge, MA, United States",
    "St. Louis, MO": "St. Louis, MO, United States",
    "Saint Louis": "St. Louis, MO, United States",
    "Kansas City, KS": "Kansas City, KS, United States",
    "Ontario, CA": "Ontario, CA, United States",
    "Sydney": "Sydney, NSW, Australia",
    "Bangalore, India": "Bengaluru, Karnataka, India",
    "Bombay": "Mumbai, Maharashtra, India",
    "Singapore": "Singapore",
    "Mexico City": "Mexico City, Mexico",
    "São Paulo": "São Paulo, Brazil",
    "Sao Paulo, SP, Brazil": "São Paulo, Brazil",
    "Dublin 2, Ireland": "Dublin, Leinster, Ireland",
    "Athens, GA": "Athens, GA, United States",
    "Athens, Greece": "Athens, Greece",
    "Naples, FL": "Naples, FL, United States",
    "Naples": "Naples, Campania, Italy",
    "Waterloo": "Waterloo, ON, Canada",
    "Greater Noida": "Greater Noida, Uttar Pradesh, India",
    "Dallas-Fort Worth Metroplex": "Dallas, TX, United States",
    "Winston-Salem, NC": "Winston-Salem, NC, United States",
    "Tokyo": "Tokyo, Japan",
    "Lisboa": "Lisbon, Portugal",
    "Remote or Austin, TX": "Austin, TX, United States",
    "Amsterdam, NH, NL": "Amsterdam, North Holland, Netherlands",
    "Amsterdam, NH, Netherlands": "Amsterdam, North Holland, Netherlands",
    "NL-NH-Amsterdam": "Amsterdam, North Holland, Netherlands",
    "Rotterdam, ZH, NL": "Rotterdam, South Holland, Netherlands",
    "Eindhoven, NB, NL": "Eindhoven, North Brabant, Netherlands",
    "Utrecht, UT, NL": "Utrecht, Netherlands",
    "Groningen, GR, NL": "Groningen, Netherlands",
    "Cork, CO, IE": "Cork, Munster, Ireland",
    "Limerick, LK, IE": "Limerick, Munster, Ireland",
    "Zürich, ZH, CH": "Zürich, Switzerland",
    "Munich, BY, DE": "Munich, Bavaria, Germany",
    "Sydney, NSW, AU": "Sydney, NSW, Australia",
    "Milan, MI, IT": "Milan, Lombardy, Italy",
    "Barcelona, CT, ES": "Barcelona, Catalonia, Spain",
    "San Jose, CA, CR": "San José, Costa Rica",
    "San Jose, CA, US": "San Jose, CA, United States",
    "Wilmington, DE, US": "Wilmington, DE, United States",
    "Toronto, ON, CA": "Toronto, ON, Canada",
    "Utrecht, Netherlands": "Utrecht, Netherlands",
    "Luxembourg, LU": "Luxembourg",
    "Panama, PA": "Panama City, Panama",
}


@pytest.mark.promise("LIST-1")
@pytest.mark.parametrize(("asked", "label"), CITIES.items())
def test_a_city_is_found_however_it_is_written(asked: str, label: str) -> None:
    found = resolve_place(asked)
    assert (found.kind, found.label) == ("city", label)
    assert found.asked == asked
    assert found.place is not None
    assert found.countries == (found.place.country,)


AREAS = {
    "Texas": ("region", "Texas, United States", "US", "TX"),
    "TX": ("region", "Texas, United States", "US", "TX"),
    "Texas, USA": ("region", "Texas, United States", "US", "TX"),
    "State of Texas": ("region", "Texas, United States", "US", "TX"),
    "California": ("region", "California, United States", "US", "CA"),
    "Washington": ("region", "Washington, United States", "US", "WA"),
    "New Mexico": ("region", "New Mexico, United States", "US", "NM"),
    "Georgia": ("region", "Georgia, United States", "US", "GA"),
    "Georgia, US": ("region", "Georgia, United States", "US", "GA"),
    "Ontario": ("region", "Ontario, Canada", "CA", "08"),
    "Ontario, Canada": ("region", "Ontario, Canada", "CA", "08"),
    "Quebec": ("region", "Quebec, Canada", "CA", "10"),
    "Bayern": ("region", "Bavaria, Germany", "DE", "02"),
    "Scotland": ("region", "Scotland, United Kingdom", "GB", "SCT"),
    "Germany": ("country", "Germany", "DE", ""),
    "Deutschland": ("country", "Germany", "DE", ""),
    "DE": ("country", "Germany", "DE", ""),
    "USA": ("country", "United States", "US", ""),
    "U.S.": ("country", "United States", "US", ""),
    "UK": ("country", "United Kingdom", "GB", ""),
    "Mexico": ("country", "Mexico", "MX", ""),
    "Luxembourg": ("country", "Luxembourg", "LU", ""),
    "Remote": ("remote", "Remote", "", ""),
    "Flexible / Remote": ("remote", "Remote", "", ""),
    "Work from home": ("remote", "Remote", "", ""),
    "Anywhere": ("remote", "Remote", "", ""),
    "Remote - US": ("remote", "Remote (United States)", "US", ""),
    "US-Remote": ("remote", "Remote (United States)", "US", ""),
    "Remote, Texas": ("remote", "Remote (Texas, United States)", "US", "TX"),
    "Remote (EU)": ("remote", "Remote (EU)", "", ""),
    "100% Remote": ("remote", "Remote", "", ""),
    "Wakanda": ("unknown", "", "", ""),
    "": ("unknown", "", "", ""),
    "78701": ("unknown", "", "", ""),
    "!!! ,,, ---": ("unknown", "", "", ""),
    "Qq'); DROP TABLE catalog_place;--": ("unknown", "", "", ""),
}


@pytest.mark.promise("LIST-1")
@pytest.mark.parametrize(("asked", "meaning"), AREAS.items())
def test_regions_countries_and_remote_are_told_apart(asked: str, meaning: tuple[str, str, str, str]) -> None:
    found = resolve_place(asked)
    assert (found.kind, found.label, found.country, found.region) == meaning
    assert found.place is None


@pytest.mark.promise("LIST-2")
def test_an_ambiguous_city_names_the_others_that_it_could_have_been() -> None:
    assert "Portland, ME, United States" in [other.label for other in resolve_place("Portland").candidates]
    assert resolve_place("Portland, OR").candidates == ()
    assert resolve_place("Munich").candidates == ()


@pytest.mark.promise("LIST-2")
def test_a_village_too_small_for_the_table_gives_its_state_and_says_what_was_ignored() -> None:
    found = resolve_place("Marfa, TX")
    assert (found.kind, found.region, found.ignored) == ("region", "TX", "Marfa")


@pytest.mark.promise("LIST-2")
def test_a_village_with_a_foreign_looking_code_lies_in_the_country_that_is_named_last() -> None:
    found = resolve_place("Kleinmeer, NH, NL")
    assert (found.kind, found.country, found.ignored) == ("country", "NL", "Kleinmeer")


@pytest.mark.promise("LIST-2")
def test_neighbouring_states_are_no_country_named_last() -> None:
    assert resolve_place("Philadelphia, PA, DE").country == "US"
    assert resolve_place("Chicago, IL, IN").country == "US"


def test_a_remote_job_may_be_open_to_several_countries() -> None:
    assert resolve_place("Remote - US, Canada").countries == ("US", "CA")
    assert {"FR", "DE"} < set(resolve_place("Remote (EU)").countries)
    assert resolve_place("DACH").countries == ("AT", "CH", "DE")


def test_a_city_may_be_remote_too() -> None:
    found = resolve_place("Austin, TX (Remote)")
    assert (found.kind, found.is_remote) == ("city", True)


def test_a_feeds_country_makes_its_cities_likelier_without_shutting_out_others() -> None:
    assert resolve_place("Cambridge", country_hint="US").label == "Cambridge, MA, United States"
    assert resolve_place("Paris", country_hint="US").country == "FR"
    assert resolve_place("ON", country_hint="CA").region == "08"


LISTS = {
    "Austin, TX; Denver, CO": ["Austin, TX, United States", "Denver, CO, United States"],
    "Austin, TX | Denver, CO": ["Austin, TX, United States", "Denver, CO, United States"],
    "San Francisco, CA, New York, NY": ["San Francisco, CA, United States", "New York City, NY, United States"],
    "Berlin / Hamburg": ["Berlin, Germany", "Hamburg, Germany"],
    "Berlin/Hamburg/München": ["Berlin, Germany", "Hamburg, Germany", "Munich, Bavaria, Germany"],
    "Berlin oder Hamburg": ["Berlin, Germany", "Hamburg, Germany"],
    "Berlin, Hamburg und Köln": ["Berlin, Germany", "Hamburg, Germany", "Köln, North Rhine-Westphalia, Germany"],
    "New York, London": ["New York City, NY, United States", "London, England, United Kingdom"],
    "Austin or Paris, TX": ["Austin, TX, United States", "Paris, TX, United States"],
    "Austin/TX": ["Austin, TX, United States"],
    "Newfoundland and Labrador": ["Newfoundland and Labrador, Canada"],
    "Trinidad and Tobago": ["Trinidad and Tobago"],
    "Remote (EU)": ["Remote (EU)"],
    "Remote; Austin, TX": ["Remote", "Austin, TX, United States"],
    "London, London": ["London, England, United Kingdom"],
    "Austin, TX; Austin, Texas": ["Austin, TX, United States"],
    "": [],
}


@pytest.mark.promise("LIST-3")
@pytest.mark.parametrize(("text", "labels"), LISTS.items())
def test_a_listing_with_several_places_gets_each_once(text: str, labels: list[str]) -> None:
    assert [found.label for found in resolve_location_text(text)] == labels


def test_a_listing_never_gets_more_than_twelve_places() -> None:
    assert len(resolve_location_text("; ".join(f"Village {letter}x" for letter in "abcdefghijklmnopq"))) == 12


@pytest.mark.promise("LIST-4")
@pytest.mark.parametrize(
    "asked", ["Austin, TX", "austin texas", "Remote - US", "123 Main St, Round Rock, TX 78664", "München"]
)
def test_a_place_costs_one_query_and_nothing_the_second_time(asked: str) -> None:
    resolver = PlaceResolver()
    with CaptureQueriesContext(connection) as first:
        resolver.place(asked)
    with CaptureQueriesContext(connection) as second:
        resolver.place(asked)
    assert (len(first) <= 1, len(second)) == (True, 0)
