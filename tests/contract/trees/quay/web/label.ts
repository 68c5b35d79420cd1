export const label = "Quay";
