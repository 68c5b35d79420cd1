export const EVENTS = { END: 'end', START: 'start' } as const;
export enum Kind {
  Up = 'up',
  Down = 'down',
}
export let changing = { END: 'end' };
