/** An element of a message; only these, and only links to addresses that `linkTo` lets through, are ever drawn. */
export type MarkdownNode = {
  tag: 'p' | 'br' | 'strong' | 'em' | 'del' | 'code' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'h4' | 'hr' | 'a';
  of: readonly (MarkdownNode | string)[];
  href?: string;
  /** For an `a`: whether it replaces a picture at its address. */
  isPicture?: boolean;
  /** For an `h4`: the number of `#` signs, 1 to 6. */
  level?: number;
  /** The number of the first item of an `ol`. */
  start?: number;
};
