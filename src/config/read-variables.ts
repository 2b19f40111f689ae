/** A name, an equals sign and a value, which may be in quotes. */
const LINE = /^\s*(\w+)=\s*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|(.*?))\s*$/s;

/**
 * The variables of a file for systemd's `EnvironmentFile=`: `NAME=value` a line, comments with `#` or `;`. A line that ends
 * in a backslash goes on in the next one. Lines that are none of these are left out, as systemd does.
 */
export function readVariables(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.replaceAll(/\\\r?\n/g, '').split(/\r?\n/)) {
    if (/^\s*[#;]/.test(line)) continue;
    const [, name, single, double, plain] = LINE.exec(line) ?? [];
    if (name) variables[name] = single ?? (double ?? plain ?? '').replaceAll(/\\(.)/g, '$1');
  }
  return variables;
}
