export const far = `fragment Both on User { name }`;
export const asks = `query Asks { orders { ...Both ...Nobody } }`;
