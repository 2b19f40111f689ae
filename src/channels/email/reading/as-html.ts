import { escapeHtml } from '../../../markdown/escape-html.ts';

/** Plain text as HTML, line by line. */
export const breaksAsHtml = (text: string): string => `<div>${escapeHtml(text).replaceAll(/\r?\n/g, '<br>')}</div>`;
