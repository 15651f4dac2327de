//! All functions with bodies that a file has outside of other functions.

use gadfly_model::rust_path;
use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Attribute, Block, File, ImplItem, Item, Signature, TraitItem, Type, Visibility};

/// A function with a body.
pub(super) struct FunctionItem<'a> {
    pub(super) path: String,
    pub(super) attributes: &'a [Attribute],
    pub(super) signature: &'a Signature,
    pub(super) block: &'a Block,
    /// `true` if callers outside of the crate may call it, as far as its item says.
    pub(super) is_public: bool,
    /// `true` if other modules may call it.
    pub(super) is_shared: bool,
    /// The trait whose impl it is in.
    pub(super) of_trait: Option<String>,
    /// Lines of the whole item.
    pub(super) lines: std::ops::Range<usize>,
}

/// What a file has.
#[derive(Default)]
pub(super) struct Items<'a> {
    pub(super) functions: Vec<FunctionItem<'a>>,
    /// Functions in macros.
    pub(super) in_macros: usize,
    /// Paths of types that share what they refer to with their clones.
    pub(super) handles: Vec<String>,
    /// Paths of modules in other files that are built for tests alone.
    pub(super) test_modules: Vec<String>,
    /// Names of types with impls of `Clone`.
    cloned: Vec<String>,
}

/// Collects items of a file whose modules are below a path.
pub(super) fn items<'a>(file: &'a File, module: &str) -> Items<'a> {
    let mut items = Items::default();
    items.all(&file.items, module);
    let cloned = std::mem::take(&mut items.cloned);
    items.handles.retain(|path| cloned.iter().any(|name| rust_path::last(path) == name.as_str()));
    items
}

impl<'a> Items<'a> {
    fn all(&mut self, items: &'a [Item], module: &str) {
        for item in items {
            self.item(item, module);
        }
    }

    fn item(&mut self, item: &'a Item, module: &str) {
        match item {
            Item::Fn(item) if !is_test(&item.attrs) => self.functions.push(FunctionItem {
                path: format!("{module}::{}", item.sig.ident),
                attributes: &item.attrs,
                signature: &item.sig,
                block: &item.block,
                is_public: matches!(item.vis, Visibility::Public(_)),
                is_shared: is_shared(&item.vis),
                of_trait: None,
                lines: lines(item),
            }),
            Item::Mod(item) if !is_test(&item.attrs) => {
                if let Some((_, items)) = &item.content {
                    self.all(items, &format!("{module}::{}", item.ident));
                }
            }
            Item::Mod(item) if item.content.is_none() => {
                self.test_modules.push(format!("{module}::{}", item.ident));
            }
            Item::Impl(item) if !is_test(&item.attrs) => self.of_impl(item, module),
            Item::Trait(item) if !is_test(&item.attrs) => self.of_trait(item, module),
            Item::Struct(item) => {
                self.of_type(&item.attrs, &item.ident, item.fields.iter(), module);
            }
            Item::Enum(item) => {
                let fields = item.variants.iter().flat_map(|variant| &variant.fields);
                self.of_type(&item.attrs, &item.ident, fields, module);
            }
            Item::Macro(item) => self.in_macros += functions_in(item.mac.tokens.clone()),
            _ => {}
        }
    }

    fn of_type(
        &mut self,
        attributes: &[Attribute],
        name: &syn::Ident,
        mut fields: impl Iterator<Item = &'a syn::Field>,
        module: &str,
    ) {
        if attributes.iter().any(derives_clone) {
            self.cloned.push(name.to_string());
        }
        if fields.any(|field| is_counted(&field.ty)) {
            self.handles.push(format!("{module}::{name}"));
        }
    }

    fn of_impl(&mut self, item: &'a syn::ItemImpl, module: &str) {
        let type_name = name_of(&item.self_ty);
        let of_trait = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        let of_trait = of_trait.map(|segment| segment.ident.to_string());
        if of_trait.as_deref() == Some("Clone") {
            self.cloned.push(type_name.clone());
        }
        let owner = match &of_trait {
            Some(name) => format!("{module}::<{type_name} as {name}>"),
            None => format!("{module}::{type_name}"),
        };
        for part in &item.items {
            match part {
                ImplItem::Fn(method) if !is_test(&method.attrs) => {
                    self.functions.push(FunctionItem {
                        path: format!("{owner}::{}", method.sig.ident),
                        attributes: &method.attrs,
                        signature: &method.sig,
                        block: &method.block,
                        is_public: of_trait.is_some()
                            || matches!(method.vis, Visibility::Public(_)),
                        is_shared: of_trait.is_some() || is_shared(&method.vis),
                        of_trait: of_trait.clone(),
                        lines: lines(method),
                    });
                }
                ImplItem::Macro(part) => self.in_macros += functions_in(part.mac.tokens.clone()),
                _ => {}
            }
        }
    }

    fn of_trait(&mut self, item: &'a syn::ItemTrait, module: &str) {
        for part in &item.items {
            let TraitItem::Fn(method) = part else { continue };
            let Some(block) = &method.default else { continue };
            self.functions.push(FunctionItem {
                path: format!("{module}::{}::{}", item.ident, method.sig.ident),
                attributes: &method.attrs,
                signature: &method.sig,
                block,
                is_public: matches!(item.vis, Visibility::Public(_)),
                is_shared: true,
                of_trait: None,
                lines: lines(method),
            });
        }
    }
}

fn derives_clone(attribute: &Attribute) -> bool {
    let mut is_found = false;
    // What else an attribute holds is of no interest.
    let _ = attribute.path().is_ident("derive").then(|| {
        attribute.parse_nested_meta(|meta| {
            is_found |= meta.path.segments.last().is_some_and(|it| it.ident == "Clone");
            Ok(())
        })
    });
    is_found
}

/// Returns whether a type is counted by references, as far as its name says.
fn is_counted(of_type: &Type) -> bool {
    let Type::Path(path) = of_type else { return false };
    let last = path.path.segments.last().map(|segment| segment.ident.to_string());
    matches!(last.as_deref(), Some("Rc" | "Arc" | "Weak"))
}

fn is_shared(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

fn lines(item: &impl Spanned) -> std::ops::Range<usize> {
    let span = item.span();
    span.start().line..span.end().line + 1
}

/// The name of the type that an impl is for.
fn name_of(of_type: &Type) -> String {
    match of_type {
        Type::Path(path) => {
            path.path.segments.last().map_or_else(String::new, |it| it.ident.to_string())
        }
        Type::Reference(reference) => format!("&{}", name_of(&reference.elem)),
        Type::Group(group) => name_of(&group.elem),
        Type::Paren(paren) => name_of(&paren.elem),
        Type::Slice(slice) => format!("[{}]", name_of(&slice.elem)),
        Type::Array(array) => format!("[{}; _]", name_of(&array.elem)),
        Type::TraitObject(_) => "dyn".to_owned(),
        _ => "_".to_owned(),
    }
}

/// Returns whether an item is built for tests alone.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_cfg = attribute.path().is_ident("cfg");
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string());
        let is_marked = matches!(name.as_deref(), Some("test" | "bench"));
        is_marked || (is_cfg && attribute.parse_args::<syn::Ident>().is_ok_and(|it| it == "test"))
    })
}

/// Number of functions that tokens define.
fn functions_in(tokens: TokenStream) -> usize {
    let mut count = 0;
    let mut is_after_fn = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => count += functions_in(group.stream()),
            // A name, or `$` in front of one.
            TokenTree::Ident(_) if is_after_fn => count += 1,
            TokenTree::Punct(punct) if is_after_fn && punct.as_char() == '$' => count += 1,
            _ => {}
        }
        is_after_fn = matches!(&token, TokenTree::Ident(word) if word == "fn");
    }
    count
}
