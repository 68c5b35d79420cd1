export type Other = string
