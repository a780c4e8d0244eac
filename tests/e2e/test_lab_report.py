"""The page of `tablee lab report` in a browser: it asks for nothing, fits a phone, and changes language and theme."""

from pathlib import Path

from playwright.async_api import Browser, expect

from tests.commands import tablee


async def test_a_report_fits_a_phone_and_changes_language_and_theme_by_itself(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    tiny = ("--games", "8", "--budget", "2", "--ladder", "2", "--workers", "1", "--seed", "1")
    assert tablee("lab", "report", "kitty", "-o", str(file), "--vary", "hearts_per_turn=1,2", *tiny).returncode == 0
    context = await browser.new_context(viewport={"width": 360, "height": 640}, locale="fr-FR", color_scheme="light")
    asked: list[str] = []
    complaints: list[str] = []
    try:
        page = await context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        await page.goto(file.as_uri())
        await expect(page.get_by_role("heading", level=1)).to_have_text("No Kitty à la loupe")
        assert await page.evaluate("document.documentElement.scrollWidth") == 360
        background = "getComputedStyle(document.body).backgroundColor"
        light = await page.evaluate(background)
        await page.get_by_role("button", name="Dark, sombre").click()
        assert await page.evaluate(background) != light
        await page.get_by_role("button", name="English").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("No Kitty, examined")
        await page.emulate_media(media="print")
        await expect(page.get_by_role("button", name="English")).to_be_hidden()
        assert await page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
        assert [url for url in asked if not url.startswith("data:")] == [file.as_uri()]
        assert complaints == []
    finally:
        await context.close()
