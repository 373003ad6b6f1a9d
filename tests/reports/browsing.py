"""A headless Chromium for tests that look at pages. Tests that ask for it are skipped where it is not installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class NoBrowser(Exception):
    """There is no browser, or no driver for it. ``str()`` is what is missing."""


class Patient:
    """A driver that waits for the whole page: on a busy machine it says that one is loaded when half of it is there."""

    def __init__(self, driver: Any) -> None:
        self._driver = driver

    def __getattr__(self, name: str) -> Any:
        return getattr(self._driver, name)

    def get(self, url: str) -> None:
        """Load a page."""
        from selenium.webdriver.support.wait import WebDriverWait

        self._driver.get(url)
        WebDriverWait(self._driver, 60).until(
            lambda page: page.execute_script("return document.readyState") == "complete"
        )


@contextmanager
def chromium(profile: Path, *more: str) -> Iterator[Any]:
    """A browser whose cache and data lie in the folder ``profile``; ``more`` are flags. It ends with the context.

    Raises :class:`NoBrowser` if Chromium, its driver or selenium is not installed.
    """
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ModuleNotFoundError:
        raise NoBrowser("selenium is not installed") from None
    binary, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if binary is None or driver is None:
        raise NoBrowser("chromium and chromedriver are not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for flag in (*FLAGS, *more, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    running = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield Patient(running)
    finally:
        running.quit()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    try:
        with chromium(tmp_path_factory.mktemp("profile")) as running:
            yield running
    except NoBrowser as error:
        pytest.skip(str(error))


#: Finds texts whose contrast with what lies behind them is below that of WCAG 2, level AA: 4.5, or 3 for large print.
FAINT = """
const parsed = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
const channels = (text) => {
  const found = parsed(text);
  const scale = text.startsWith('color(srgb') ? 255 : 1;
  return [...found.slice(0, 3).map(each => each * scale), found.length > 3 ? found[3] : 1];
};
const linear = (each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
const light = (color) => {
  const [r, g, b] = color.map(each => linear(each / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const over = ([r, g, b, a], below) => [r, g, b].map((each, index) => a * each + (1 - a) * below[index]);
const paper = () => channels(getComputedStyle(document.body).backgroundColor).slice(0, 3);
const behind = (node) => {
  if (!node || node === document.documentElement) return paper();
  const look = getComputedStyle(node);
  const back = look.getPropertyValue('--back').trim();
  if (look.backgroundImage !== 'none') {
    const probe = document.createElement('i');
    probe.style.color = back;
    document.body.append(probe);
    const found = channels(getComputedStyle(probe).color).slice(0, 3);
    probe.remove();
    return found;
  }
  const below = behind(node.parentElement);
  const color = look.backgroundColor === 'rgba(0, 0, 0, 0)' ? below : over(channels(look.backgroundColor), below);
  const opacity = Number(look.opacity);
  return color.map((each, index) => opacity * each + (1 - opacity) * below[index]);
};
const faint = new Map();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode.parentElement;
  const text = walker.currentNode.data.trim();
  if (!text || node.closest('.sr, script, style, noscript, option, :disabled, svg, title')) continue;
  if (!node.checkVisibility({visibilityProperty: true})) continue;
  const look = getComputedStyle(node);
  const base = behind(node);
  let [r, g, b, a] = channels(look.color);
  for (let each = node; each; each = each.parentElement) a *= Number(getComputedStyle(each).opacity);
  const [one, other] = [light(over([r, g, b, a], base)), light(base)];
  const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  const size = parseFloat(look.fontSize);
  const least = size >= 24 || (size >= 18.66 && Number(look.fontWeight) >= 700) ? 3 : 4.5;
  const name = `${node.tagName}.${node.className} in ${node.parentElement.className}`;
  if (ratio < least) faint.set(name, `${ratio.toFixed(2)} ${text.slice(0, 20)}`);
}
return [...faint].map(each => each.join(': '));
"""
#: Finds headings that leave out a level: for who goes from heading to heading, they belong to nothing.
SKIPPED = """
let above = 0;
return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(e => e.checkVisibility()).filter((heading) => {
  const level = Number(heading.tagName[1]);
  const skipped = level > above + 1;
  above = level;
  return skipped;
}).map(heading => heading.outerHTML.slice(0, 80));
"""
#: Finds controls that have no name for those who do not see them.
NAMELESS = """
return [...document.querySelectorAll('button, input, select, a[href], iframe, summary, [tabindex]')]
  .filter(e => e.checkVisibility() && !(e.innerText?.trim() || e.labels?.length || e.ariaLabel || e.title
    || e.getAttribute('aria-labelledby')))
  .map(e => e.outerHTML.slice(0, 80));
"""
