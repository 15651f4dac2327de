//! Names of Rust in another style.

/// `PathSegmentsMut` as `path_segments_mut`.
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut was_upper = true;
    for c in name.chars() {
        if c.is_uppercase() && !was_upper {
            snake.push('_');
        }
        was_upper = c.is_uppercase();
        snake.extend(c.to_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::snake_case;

    #[test]
    fn words_are_separated_and_initialisms_kept_whole() {
        assert_eq!(snake_case("PathSegmentsMut"), "path_segments_mut");
        assert_eq!(snake_case("URL"), "url");
        assert_eq!(snake_case("size_hint"), "size_hint");
    }
}
