export type SkeletonProps = {
  /** What is heard. */
  label: string;
  lines?: number;
};

/** Stands for what is being loaded; the styles show it after 150 ms, so that what comes sooner does not flicker. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div class="skeleton" role="status">
      <span class="unseen">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
