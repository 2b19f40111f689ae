import type { Priority } from '../../store/wire.ts';

const BARS: Record<Priority, number> = { low: 1, medium: 2, high: 3, urgent: 3 };

/** Bars for a priority; decoration, which words stand beside. */
export function PriorityMark({ priority }: { priority: Priority }) {
  return (
    <svg class={`priority is-${priority}`} viewBox="0 0 16 16" aria-hidden="true">
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          class={bar < BARS[priority] ? 'is-full' : ''}
          x={1.5 + bar * 5}
          y={10 - bar * 4}
          width="3"
          height={4 + bar * 4}
          rx="1"
        />
      ))}
    </svg>
  );
}

/** A colour that an account has chosen, which no attribute of the style can give: the page forbids these. */
export function Dot({ colour = '' }: { colour?: string | undefined }) {
  return (
    <svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
      <circle cx="4" cy="4" r="4" fill={colour} />
    </svg>
  );
}
