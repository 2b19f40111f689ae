// The views drawn with ink, which the single executable has as a module of its own (bin/build.ts): ink uses top-level
// await, which only modules can do.
export { renderFindings } from './findings-list.ts';
export { renderBar } from './progress-bar.ts';
export { renderTop } from './top-screen.ts';
