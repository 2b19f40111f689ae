// Shows those operations that have every word of what is typed; without this script, all of them.
const search = document.getElementById('search');
const articles = [...document.querySelectorAll('article')];
const texts = new Map(articles.map((article) => [article.id, article.textContent.toLowerCase()]));

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = new Set(
    [...texts].filter(([, text]) => words.every((word) => text.includes(word))).map(([id]) => id),
  );
  for (const article of articles) article.hidden = !found.has(article.id);
  for (const item of document.querySelectorAll('nav li')) item.hidden = !found.has(item.dataset.for);
  for (const part of document.querySelectorAll('main section:not(#schemas)')) {
    part.hidden = !part.querySelector('article:not([hidden])');
  }
  for (const part of document.querySelectorAll('nav details')) {
    part.hidden = !part.querySelector('li:not([hidden])');
    part.open = words.length > 0;
  }
  document.getElementById('none').hidden = found.size > 0;
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
