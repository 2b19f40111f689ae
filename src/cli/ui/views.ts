// What is drawn with ink, which the single executable has as a script of its own (bin/build.ts): ink waits for something
// while it is loaded, and only modules can do that.
export { renderFindings } from './findings-list.ts';
export { renderBar } from './progress-bar.ts';
