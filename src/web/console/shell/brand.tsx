/** The sign of the server beside its name. */
export function Brand() {
  return (
    <p class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M6 4h20a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H15l-8 6v-6H6a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4z" />
      </svg>
      Parley
    </p>
  );
}
