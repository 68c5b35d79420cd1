const Docs = () => null;
export default Docs;
