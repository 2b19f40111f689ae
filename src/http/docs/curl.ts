import type { Operation } from '../openapi/document.ts';
import { fileName, isFile } from '../openapi/examples.ts';

type Parameter = { name: string; in: string; required?: boolean; example?: unknown };
/** The command goes on in the next line. */
const LINE_END = ' \\\n  ';

type Contents = Record<string, { example?: object }>;

/**
 * Shell commands that call the operation on the server at `url`: one with a JSON body and one with a form of files, if
 * it takes them, or one without a body. They take the token from $TOKEN.
 */
export function curlsOf(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  url: string,
): string[] {
  const { 'application/json': json, 'multipart/form-data': form } = (operation.requestBody?.content ?? {}) as Contents;
  const bodies = [
    ...(json ? [jsonWords(json.example ?? {})] : []),
    ...(form?.example ? [formWords(form.example)] : []),
  ];
  const address = `${url}${addressOf(path, operation.parameters as Parameter[])}`;
  const token = operation.security.length > 0 ? ['-H "api_access_token: $TOKEN"'] : [];
  return (bodies.length > 0 ? bodies : [[]]).map((body) => {
    const verb = method === 'get' ? [] : [`-X ${method.toUpperCase()}`];
    return [['curl', ...verb, quoted(address)].join(' '), ...token, ...body].join(LINE_END);
  });
}

/** The path with its parameters, and the required query parameters. */
function addressOf(path: string, parameters: Parameter[]): string {
  const exampleFor = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleFor(name));
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

function jsonWords(example: object): string[] {
  return [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(example))}`];
}

/** The words for a form; files are read from the current folder. */
function formWords(example: object): string[] {
  return Object.entries(example).flatMap(([name, value]) =>
    [value as unknown].flat().map((item) => `-F ${quoted(`${name}=${formText(name, item)}`)}`),
  );
}

function formText(name: string, value: unknown): string {
  if (isFile(value)) return `@${fileName(name)}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `text` quoted for a shell, as a single word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
