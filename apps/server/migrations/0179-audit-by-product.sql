-- Staff find who changed a product. The targets of other entries are ids of other records, so these have their own index.
create index audit_entries_product_idx on audit_entries (target, at desc, id desc)
  where kind in ('product.create', 'product.update', 'product.delete');
