export const helper = () => {}
export default function main() { helper() }
