export { Forgot } from './forgot.tsx';
export { Setup } from './setup.tsx';
export { SignIn } from './sign-in.tsx';
