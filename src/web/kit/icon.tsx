/** A drawing of lines; `outline` is a path on 24 by 24. */
export function Icon({ outline }: { outline: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
