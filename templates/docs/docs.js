// Shows those articles that have every word of what is typed, those that are called so first; without this script, all.
const search = document.getElementById('search');
const articles = [...document.querySelectorAll('article')];
const links = new Map([...document.querySelectorAll('nav li')].map((item) => [item.dataset.for, item]));
const parts = [...document.querySelectorAll('nav details'), ...document.querySelectorAll('main section:not(#schemas)')];
const texts = new Map(articles.map((article) => [article.id, textOf(article)]));
const names = new Map(articles.map((article) => [article.id, textOf(links.get(article.id))]));

function textOf(element) {
  return element.textContent.toLowerCase();
}

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hasAll = (text) => words.every((word) => text.includes(word));
  let found = 0;
  for (const article of articles) {
    const name = names.get(article.id);
    const isNamed = hasAll(name);
    const isFound = hasAll(`${name} ${texts.get(article.id)}`);
    found += isFound;
    for (const shown of [article, links.get(article.id)]) {
      shown.hidden = !isFound;
      shown.classList.toggle('named', isNamed);
    }
  }
  for (const part of parts) {
    part.hidden = !part.querySelector(':is(article, li):not([hidden])');
    part.classList.toggle('named', part.querySelector('.named') !== null);
    if (part instanceof HTMLDetailsElement) part.open = words.length > 0;
  }
  document.body.classList.toggle('searching', words.length > 0);
  document.getElementById('none').hidden = found > 0;
}

/** A schema that is pointed at is opened. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

search.hidden = false;
search.addEventListener('input', show);
addEventListener('hashchange', open);
open();
