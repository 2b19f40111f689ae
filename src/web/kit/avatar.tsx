import { useSignal } from './view.ts';

export type AvatarProps = { name: string; url: string | null | undefined };

/** A picture, or the first letter of the name where there is none or it cannot be loaded; decoration in any case. */
export function Avatar({ name, url }: AvatarProps) {
  const failed = useSignal('');
  if (url && failed.value !== url) {
    return <img class="avatar" src={url} alt="" onError={() => (failed.value = url)} />;
  }
  return (
    <span class="avatar" aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? ''}
    </span>
  );
}
