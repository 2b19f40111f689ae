/** A name, an equals sign and a value, which may be in quotes. */
const LINE = /^\s*(\w+)=\s*(?:'([^']*)'|"((?:[^"\\]|\\.)*)"|(.*?))\s*$/s;

/**
 * The variables of a file for systemd's `EnvironmentFile=`: `NAME=value` per line, comments with `#` or `;`. A backslash at
 * the end continues a line. Other lines are ignored, as by systemd.
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
