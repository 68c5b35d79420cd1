import { createAsyncThunk } from '@reduxjs/toolkit';
import { createAsyncThunk as own } from './other';

export async function load(id: string) { return id; }
export async function store(id: string) { return id; }

export const fetchOne = createAsyncThunk('one', load);
export const saveOne = createAsyncThunk('save', async (id: string) => store(id));
export const never = own('never', load);

export function use(dispatch: (x: unknown) => void) {
  dispatch(fetchOne('1'));
  dispatch(saveOne('1'));
  dispatch(never('1'));
  fetchOne('2');
}
