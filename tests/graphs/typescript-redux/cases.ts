import { createSlice, createAction } from '@reduxjs/toolkit';
import { fetchOne, never } from './thunks';

export const reset = createAction('reset');
export function onLoaded(state: any) { return state; }
export function onReset(state: any) { return state; }
export function onNever(state: any) { return state; }

export const shown = createSlice({
  name: 'shown',
  initialState: [],
  reducers: {},
  extraReducers: (builder) => {
    builder
      .addCase(fetchOne.fulfilled, onLoaded)
      .addCase(reset, onReset)
      .addCase(never.fulfilled, onNever);
  },
});

export function clear(dispatch: (x: unknown) => void) { dispatch(reset()); }
