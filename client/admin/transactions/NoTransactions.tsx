/** An empty list, truthfully. */
export function NoTransactions({ isFiltered = false }: { readonly isFiltered?: boolean }) {
  return (
    <div className="blank">
      <h3>No Transactions Found</h3>
      <p>{isFiltered ? 'None has this status.' : 'The first distribution of collected tax will be listed here.'}</p>
    </div>
  );
}
