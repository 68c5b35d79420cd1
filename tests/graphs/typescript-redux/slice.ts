import { createSlice, createAsyncThunk } from "@reduxjs/toolkit";
import { createSlice as other } from "./other";

export function cleared(state: any) { return []; }
export const todos = createSlice({
  name: "todos",
  initialState: [],
  reducers: {
    added(state, action) { state.push(action.payload); },
    removed: (state) => state.pop(),
    cleared,
    named: { reducer(state: any) { return state; }, prepare: (name: string) => ({ payload: name }) },
  },
});
export const { added, removed, named } = todos.actions;
export const load = createAsyncThunk("todos/load", async () => []);
export const fake = other({ reducers: { added(state: any) { return state; } } });
