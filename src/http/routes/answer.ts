import type { Shape } from '../../wire/shape.ts';

/** The status and body of a route's successful answer. */
export type Answer<T> = {
  status: number;
  /** The shape of the body; null = empty. */
  shape: Shape<T> | null;
  type: string;
  /** Whether the handler writes the answer itself, because it is the bytes of a file or depends on headers. */
  isWritten: boolean;
  /** Whether the status is the same in every dialect; absent = the dialect decides on 201. */
  isSameInDialects?: boolean;
};

export const JSON_TYPE = 'application/json';
const text: Shape<string> = { type: 'string' };

/** 200 with what `shape` describes. */
export const ok = <T>(shape: Shape<T>): Answer<T> => json(200, shape);

/** 201 with the created resource. */
export const created = <T>(shape: Shape<T>): Answer<T> => json(201, shape);

/** 200 without a body, as Chatwoot answers where there is nothing to say. */
export const empty: Answer<void> = { status: 200, shape: null, type: JSON_TYPE, isWritten: false };

/** 204, which has no body. */
export const noContent: Answer<void> = { ...empty, status: 204 };

export const json = <T>(status: number, shape: Shape<T>): Answer<T> => ({
  status,
  shape,
  type: JSON_TYPE,
  isWritten: false,
});

/** A page for people. */
export const htmlPage: Answer<string> = { status: 200, shape: text, type: 'text/html', isWritten: false };

/** 101: the connection goes on as a WebSocket. */
export const switchingProtocols: Answer<void> = { ...empty, status: 101, isWritten: true };

/** 302 to the address that the handler sets as `Location`. */
export const redirected: Answer<void> = { ...empty, status: 302 };

/** An answer with this content type, written by the handler itself. */
export const written = (type: string, shape: Shape | null = text, status = 200): Answer<void> => ({
  status,
  shape: shape as Shape<void> | null,
  type,
  isWritten: true,
});
