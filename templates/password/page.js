// Shows while somebody types what the password still needs. The server checks it in any case.
const [password, again, other, needs] = ['password', 'again', 'other', 'needs'].map((id) => document.getElementById(id));

function check() {
  for (const need of needs.children) {
    const isMet = new RegExp(need.dataset.pattern, needs.dataset.flags).test(password.value);
    need.className = isMet ? 'met' : password.value ? 'missing' : '';
  }
  const isOther = again.value !== password.value;
  again.setCustomValidity(isOther ? 'The two passwords are not the same.' : '');
  // Nothing is wrong yet while the beginning is the same.
  const text = isOther && !password.value.startsWith(again.value) ? again.validationMessage : '';
  if (other.textContent !== text) other.textContent = text;
}

for (const field of [password, again]) field.addEventListener('input', check);
check();
