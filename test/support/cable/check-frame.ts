import type { FrameSpec } from '../../../src/http/routes/route.ts';
import { readDocument, sentence, validatorOf } from '../openapi/check-answer.ts';

type Documented = Omit<FrameSpec, 'shape'> & { schema: { $ref: string }; example: unknown };

/** The frames of the socket in the document, from the server and from clients. */
export function readFrames(): { sends: Documented[]; takes: Documented[] } {
  const operation = readDocument().paths['/cable']!['get'] as { 'x-socket'?: unknown };
  return operation['x-socket'] as ReturnType<typeof readFrames>;
}

/** @throws Error when the document does not allow this frame from the server */
export function checkFrame(frame: unknown): void {
  const schema = schemaOf(frame as Record<string, unknown>);
  if (!schema) throw new Error(`the document has no such frame: ${shortened(frame)}`);
  const validate = validatorOf(schema);
  if (validate(frame)) return;
  const wrong = (validate.errors ?? []).slice(0, 8).map((error) => `  ${sentence(error)}`);
  throw new Error(`a frame is not as declared in ${schema.$ref}:\n${wrong.join('\n')}\n${shortened(frame)}`);
}

/** Of frames that were received where nothing can be thrown. */
const wrong: unknown[] = [];

/** Checks the frame; what is wrong with it is thrown by the next `throwWrongFrames`. */
export function noteFrame(frame: unknown): void {
  try {
    checkFrame(frame);
  } catch (error) {
    wrong.push(error);
  }
}

/** @throws Error when a frame has been received that the document does not allow */
export function throwWrongFrames(): void {
  const [first] = wrong.splice(0);
  if (first !== undefined) throw first;
}

let byName: Map<string, { $ref: string }> | undefined;

function schemaOf({ type, identifier, message }: Record<string, unknown>): { $ref: string } | undefined {
  byName ??= new Map(readFrames().sends.map(({ name, schema }) => [nameIn(schema, name), schema]));
  if (type !== undefined) return byName.get(String(type));
  const { event } = (message ?? {}) as { event?: string };
  return byName.get(isOfContact(identifier) ? `${event} for a contact` : String(event));
}

const nameIn = ({ $ref }: { $ref: string }, name: string) =>
  $ref.endsWith('ForContact') ? `${name} for a contact` : name;

function isOfContact(identifier: unknown): boolean {
  const { user_id } = JSON.parse(String(identifier)) as { user_id?: unknown };
  return user_id === undefined || user_id === null || user_id === '';
}

const shortened = (frame: unknown) => JSON.stringify(frame)?.slice(0, 2000);
