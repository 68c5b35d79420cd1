export { default as createApp, Router as Rt } from 'express';
export { Router as Local } from './own';
