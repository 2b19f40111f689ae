/** An element of a message; only these, and only links to addresses that `linkTo` lets through, are ever drawn. */
export type MarkdownNode = {
  tag: 'p' | 'br' | 'strong' | 'em' | 'del' | 'code' | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'h4' | 'hr' | 'a';
  of: readonly (MarkdownNode | string)[];
  href?: string;
  /** Of an `a`: whether it stands for the picture at this address. */
  isPicture?: boolean;
  /** Of an `h4`: how many signs it was written with, 1 to 6. */
  level?: number;
  /** The number of the first item of an `ol`. */
  start?: number;
};
