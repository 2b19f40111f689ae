export { MessageMenu } from './message-menu.tsx';
export { Translation } from './translation.tsx';
