// Shows below the search what is found while somebody types. Without this script, the form leads to a page that shows it.
const field = document.getElementById('q');
const form = field.form;
const shown = document.getElementById('found') ?? belowForm();
const PAUSE_MS = 200;
let waiting;
let asked = 0;

/** A place for what is found, empty but in the document from the start: what changes in it is read out. */
function belowForm() {
  const box = document.createElement('div');
  box.className = 'live';
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  const list = document.createElement('ol');
  list.className = 'found';
  box.append(status, list);
  form.after(box);
  return box;
}

/** What the server finds for the words, unless others have been typed meanwhile. */
async function search() {
  const words = field.value.trim();
  const number = ++asked;
  if (words === '') return close();
  const answer = await fetch(`${form.action}?${new URLSearchParams({ q: words })}`).catch(() => null);
  if (number !== asked || !answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const found = page.getElementById('found');
  if (number !== asked || !found) return;
  show(found.querySelector('[role=status]').textContent, [...found.querySelectorAll('li')]);
}

function show(sentence, entries) {
  shown.querySelector('[role=status]').textContent = sentence;
  shown.querySelector('ol').replaceChildren(...entries);
  shown.classList.toggle('open', sentence !== '');
}

/** The page of the search keeps what it shows. */
function close() {
  asked += 1;
  if (shown.classList.contains('live')) show('', []);
}

/** The links that arrow keys go through, from the field on. */
function move(event) {
  const stops = [field, ...shown.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!step || !stops.includes(document.activeElement) || !next) return;
  event.preventDefault();
  next.focus();
}

field.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, PAUSE_MS);
});
addEventListener('keydown', (event) => {
  move(event);
  if (event.key !== 'Escape' || !shown.matches('.live.open')) return;
  close();
  field.focus();
});
document.addEventListener('click', ({ target }) => {
  if (!target.closest('header form') && (!shown.contains(target) || target.closest('a'))) close();
});

/** The page of one operation or schema opens what is folded there; the first page leads on to where it is. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const link = location.pathname === '/docs' && target?.matches('li') ? target.querySelector('a') : null;
  if (link) location.replace(link.href);
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener('hashchange', open);
open();

/** Browsers that cannot show what is folded by style alone have the menu open, where it stands beside the text. */
const menu = document.querySelector('.menu');
if (matchMedia('(min-width: 50.01rem)').matches) menu.open = true;
/** The current entry of a long menu, in sight. */
const current = menu.querySelector('[aria-current]');
if (current) menu.parentElement.scrollTop = current.offsetTop - menu.parentElement.offsetTop - 80;

/** A button above each example, which copies it. */
for (const example of document.querySelectorAll('main pre')) {
  const holder = document.createElement('div');
  const button = document.createElement('button');
  holder.className = 'copied';
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(example.textContent.trimEnd());
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  example.before(holder);
  holder.append(example, button);
}
