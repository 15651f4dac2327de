//! Properties of networks and their subnets.

use std::net::Ipv4Addr;

use ipnet::{Ipv4Net, Ipv4Subnets};

#[gadfly::check]
fn subnets_cover_a_range_and_nothing_else(start: u32, end: u32) {
    gadfly::assume!(start <= end);
    let subnets = Ipv4Subnets::new(Ipv4Addr::from(start), Ipv4Addr::from(end), 0);
    let covered: u64 = subnets.map(|net| 1_u64 << (32 - net.prefix_len())).sum();
    assert_eq!(covered, u64::from(end - start) + 1);
}

#[gadfly::check]
fn a_network_reads_back_from_its_text(net: Ipv4Net) {
    assert_eq!(net.to_string().parse(), Ok(net));
}

#[gadfly::check]
fn a_network_contains_both_of_its_ends(net: Ipv4Net) -> bool {
    net.contains(&net.network()) && net.contains(&net.broadcast())
}
