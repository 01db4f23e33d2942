from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.listings.pay import PERIODS_A_YEAR, Pay, Period, format_pay, parse_pay, pay_from_fields, yearly
from catalog.listings.rates import rate_of, to_common, usual_rate

READ = {
    "$18–22 / h": "$18–22 an hour",
    "$18/hr - $22/hr": "$18–22 an hour",
    "$18.50 per hour": "$18.50 an hour",
    "15$ - 20$ per hour": "$15–20 an hour",
    "$15.00hr": "$15 an hour",
    "up to $25 an hour": "up to $25 an hour",
    "from £12.50 an hour": "from £12.50 an hour",
    "20,50 € / Std": "€20.50 an hour",
    "18 bis 22 Euro pro Stunde": "€18–22 an hour",
    "C$45/h": "CA$45 an hour",
    "£250 per day": "£250 a day",
    "$900 weekly": "$900 a week",
    "€48.000 - 55.000 pro Jahr": "€48,000–55,000 a year",
    "bis 48.000 € p.a.": "up to €48,000 a year",
    "€48,000 a year": "€48,000 a year",
    "£30,000 per annum": "£30,000 a year",
    "£25k pa": "£25,000 a year",
    "$60,000 - $80,000 DOE": "$60,000–80,000 a year",
    "$80,000 - $60,000": "$60,000–80,000 a year",
    "$60-80k": "$60,000–80,000 a year",
    "$60k+": "from $60,000 a year",
    "$100,000.00 - $120,000.00 per year": "$100,000–120,000 a year",
    "USD 100000-120000": "$100,000–120,000 a year",
    "Between $40,000 and $50,000 annually": "$40,000–50,000 a year",
    "Salary: $75,000": "$75,000 a year",
    "A$90k + super": "A$90,000 a year",
    "$120,000 plus bonus up to $30,000": "$120,000 a year",
    "Base $120k, OTE $200k": "$120,000 a year",
    "$20/hr, 40 hours per week": "$20 an hour",
    "JPY 5,000,000 per year": "¥5,000,000 a year",
    "R$ 3.500 por mês": "R$3,500 a month",
    "CHF 6’500 pro Monat": "CHF 6,500 a month",
    "Gehalt: ab 3.200 € brutto im Monat": "from €3,200 a month",
    "2500-3000 EUR/Monat": "€2,500–3,000 a month",
    "45 000 zł / rok": "PLN 45,000 a year",
    "45 000 - 50 000 SEK per month": "SEK 45,000–50,000 a month",
    "₹12,00,000 per annum": "₹1,200,000 a year",
    "₹6 LPA": "₹600,000 a year",
    "60k–80k": "60,000–80,000",
    "$3,000": "$3,000",
    "CHF 6’500": "CHF 6,500",
}


@pytest.mark.promise("LIST-7")
@pytest.mark.parametrize(("raw", "written"), READ.items())
def test_pay_is_read_as_employers_write_it(raw: str, written: str) -> None:
    pay = parse_pay(raw)
    assert pay is not None
    assert format_pay(pay.minimum, pay.maximum, pay.currency, pay.period) == written
    assert pay.text == raw


NO_PAY = """
Competitive|DOE|0|$0|$0 - $0|2 WEEK|40 hours per week|3 years experience|24/7|100%|Room 12|2026|call 555-0199
401(k) match up to $5,000|401k|$5,000 sign-on bonus|Bonus (up to $5,000)|$1,000,000 funding|OTE $200k|$1 - $100000
US$ 50.000 a year|48.000|$60,000 per hour|$|€€€|-5|1e9|NaN|Infinity|, .|$,|k
"""
UNCERTAIN = NO_PAY.strip().replace("\n", "|").split("|")


@pytest.mark.promise("LIST-7")
@pytest.mark.parametrize("raw", ["", *UNCERTAIN])
def test_what_is_not_certainly_pay_is_unknown(raw: str) -> None:
    assert parse_pay(raw) is None


@pytest.mark.promise("LIST-7")
def test_the_feeds_currency_is_used_only_where_the_text_names_none() -> None:
    assert parse_pay("3.200 monatlich", currency_hint="EUR") == Pay(
        Decimal(3200), Decimal(3200), "EUR", "month", "3.200 monatlich"
    )
    assert parse_pay("$20 an hour", currency_hint="CAD") == Pay(Decimal(20), Decimal(20), "CAD", "hour", "$20 an hour")
    assert parse_pay("£20 an hour", currency_hint="USD") == Pay(Decimal(20), Decimal(20), "GBP", "hour", "£20 an hour")
    assert parse_pay("45 000 kr per månad", currency_hint="SEK") == Pay(
        Decimal(45000), Decimal(45000), "SEK", "month", "45 000 kr per månad"
    )


FIELDS = [
    (("60000", "80000", "USD", "YEAR"), Pay(Decimal(60000), Decimal(80000), "USD", "year")),
    ((60000.0, 80000, "usd", "1 YEAR"), Pay(Decimal(60000), Decimal(80000), "USD", "year")),
    (("18.5", "0", "USD", "HOURLY"), Pay(Decimal("18.5"), None, "USD", "hour")),
    ((None, "$25.00", "", "per-hour-wage"), Pay(None, Decimal(25), "USD", "hour")),
    (("90,000", "70,000", "GBP", "annum"), Pay(Decimal(70000), Decimal(90000), "GBP", "year")),
    (("3000", "3500", "EUR", "2 WEEK"), Pay(Decimal(3000), Decimal(3500), "EUR", "")),
    (("18", "22", "USD", ""), Pay(Decimal(18), Decimal(22), "USD", "hour")),
    (("41666.6667", 6.2e4, "USD", "YEAR"), Pay(Decimal("41666.67"), Decimal(62000), "USD", "year")),
    (("48.000", "5.5E+4", "EUR", "YEAR"), Pay(Decimal(48000), Decimal(55000), "EUR", "year")),
    ((0, 0, "USD", "YEAR"), None),
    (("", "", "", ""), None),
    (("nan", "inf", "USD", "YEAR"), None),
    (("-5", None, "USD", "HOUR"), None),
]


@pytest.mark.promise("LIST-7")
@pytest.mark.parametrize(("fields", "pay"), FIELDS)
def test_a_feeds_own_fields_give_pay(fields: tuple[object, object, str, str], pay: Pay | None) -> None:
    assert pay_from_fields(*fields) == pay


def test_missing_fields_fall_back_to_the_text() -> None:
    assert pay_from_fields(None, 0, "GBP", "", "30,000 per annum") == Pay(
        Decimal(30000), Decimal(30000), "GBP", "year", "30,000 per annum"
    )


@pytest.mark.promise("LIST-7")
@pytest.mark.django_db
def test_hourly_and_yearly_pay_compare_in_one_currency() -> None:
    hourly = Pay(Decimal("18.50"), None, "USD", "hour")
    assert yearly(hourly) == (38_480, None)
    assert yearly(Pay(Decimal(3), Decimal(4), "EUR", "")) == (None, None)
    assert to_common(100, "USD") == 100
    assert to_common(100, "EUR") == round(100 * (rate_of("EUR") or 0))
    assert to_common(100, "XXX") is None
    assert to_common(None, "USD") is None


CURRENCIES = st.sampled_from(["USD", "EUR", "GBP", "CAD", "AUD", "CHF", "SEK", "PLN", "INR", "BRL", "JPY"])
BANDS = {
    "hour": (8, 150),
    "day": (100, 1_500),
    "week": (400, 5_000),
    "month": (1_500, 20_000),
    "year": (20_000, 500_000),
}


@st.composite
def pays(draw: st.DrawFn) -> Pay:
    period: Period = draw(st.sampled_from(["hour", "day", "week", "month", "year"]))
    currency = draw(CURRENCIES)
    rate = usual_rate(currency) or Decimal(1)
    least, most = (int(dollars / rate) + 1 for dollars in BANDS[period])
    low = draw(st.decimals(least, most, places=draw(st.sampled_from([0, 2]))))
    high = draw(st.none() | st.decimals(low, min(low * 5, most * 5), places=draw(st.sampled_from([0, 2]))))
    return draw(
        st.sampled_from(
            [Pay(low, high, currency, period), Pay(None, low, currency, period), Pay(low, low, currency, period)]
        )
    )


@pytest.mark.promise("LIST-8")
@given(pays())
def test_pay_that_we_write_reads_back(pay: Pay) -> None:
    text = format_pay(pay.minimum, pay.maximum, pay.currency, pay.period)
    assert parse_pay(text) == Pay(pay.minimum, pay.maximum, pay.currency, pay.period, text)


PIECES = [
    "$",
    "€",
    "18",
    "22",
    "48.000",
    "60k",
    "-",
    "–",
    " to ",
    "/h",
    " per year",
    "0",
    "999999999999",
    "401k",
    "bonus",
    "(",
    ",",
    "٣",
    "²",
]


@pytest.mark.promise("LIST-7")
@given(st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=12).map("".join)))
def test_any_text_gives_pay_in_order_or_none(raw: str) -> None:
    for pay in (parse_pay(raw), pay_from_fields(raw, raw, raw, raw, raw)):
        if pay is not None:
            known = [amount for amount in (pay.minimum, pay.maximum) if amount is not None]
            assert known == sorted(known)
            assert 0 < min(known) <= max(known) < 10**10
            assert pay.period == "" or pay.period in PERIODS_A_YEAR
            assert len(pay.text) <= 120
            assert all(end is None or end < 2**31 for end in yearly(pay))
