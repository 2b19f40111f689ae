export { AttributesOf } from './attributes.tsx';
export { Macros } from './macros.tsx';
export { Notes } from './notes.tsx';
