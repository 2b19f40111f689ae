import type { WireAttachment } from '../../../store/wire.ts';

/** What a file is called: '' = it has no name. */
export function nameOfFile({ fallback_title: title, data_url: url }: WireAttachment): string {
  return title || nameIn(url);
}

function nameIn(url: string | null | undefined): string {
  const last = url?.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
